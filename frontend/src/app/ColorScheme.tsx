import { ActionIcon, Menu, NavLink, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const CHOICES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const;

/** Light, dark, or whatever the system says; kept by this browser. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = CHOICES.find((choice) => choice.value === colorScheme) ?? CHOICES[2];
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Colours: ${current.label}`} visibleFrom="sm">
          <current.icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            onClick={() => setColorScheme(value)}
            aria-current={value === colorScheme}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same for the menu of a phone, whose head has no room for it. */
export function ColorSchemeList() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return CHOICES.map(({ value, label, icon: Icon }) => (
    <NavLink
      key={value}
      component="button"
      type="button"
      label={label}
      leftSection={<Icon size={18} />}
      active={value === colorScheme}
      aria-pressed={value === colorScheme}
      onClick={() => setColorScheme(value)}
    />
  ));
}
