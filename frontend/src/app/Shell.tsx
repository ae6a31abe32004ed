import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Divider,
  Group,
  Menu,
  NavLink,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconChartBar,
  IconKeyboard,
  IconListDetails,
  IconLogout,
  IconPlayerPlay,
  IconSearch,
  IconServer2,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { meQuery } from '../api/me';
import { session } from '../api/session';
import { Loading } from '../ui/States';
import { Palette, openPalette } from './Palette';
import { ColorScheme, ColorSchemeList } from './ColorScheme';
import { ShortcutSheet } from './ShortcutSheet';
import classes from './Shell.module.css';
import { useShortcuts } from './useShortcuts';

const PLACES = [
  { to: '/kitchen/runner', label: 'Runs', icon: IconListDetails, exact: true },
  { to: '/kitchen/runner/overview', label: 'Overview', icon: IconChartBar, exact: false },
  { to: '/kitchen/runner/workers', label: 'Workers', icon: IconServer2, exact: false },
] as const;

/** What surrounds every page: where one is, where one can go, and who one is. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure(false);
  const [sheetOpen, sheet] = useDisclosure(false);
  const me = useQuery(meQuery);
  useShortcuts(sheet.open);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { desktop: true, mobile: !menuOpen } }}
      padding={{ base: 'sm', sm: 'md' }}
    >
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px={{ base: 'sm', sm: 'md' }} justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={menuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <UnstyledButton component={Link} to="/kitchen/runner" className={classes.brand}>
              <img src="/favicon.svg" alt="" width={26} height={26} />
              <Text fw={700} size="lg">
                Runner
              </Text>
            </UnstyledButton>
            <Group component="nav" gap={4} visibleFrom="sm" ml="md" aria-label="Main">
              {PLACES.map(({ to, label, exact }) => (
                <Link
                  key={to}
                  to={to}
                  className={classes.link}
                  activeOptions={{ exact, includeSearch: false }}
                  activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                >
                  {label}
                </Link>
              ))}
            </Group>
          </Group>
          <Group gap={6} wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              visibleFrom="md"
              onClick={openPalette}
              leftSection={<IconSearch size={14} />}
              rightSection={<kbd className={classes.key}>Ctrl K</kbd>}
            >
              Search
            </Button>
            <Tooltip label="Search and commands">
              <ActionIcon
                hiddenFrom="md"
                variant="default"
                size="lg"
                aria-label="Search and commands"
                onClick={openPalette}
              >
                <IconSearch size={18} />
              </ActionIcon>
            </Tooltip>
            <Button
              component={Link}
              to="/kitchen/runner/new"
              size="xs"
              leftSection={<IconPlayerPlay size={14} />}
            >
              New run
            </Button>
            <ColorScheme />
            <PersonMenu
              name={me.data?.username ?? ''}
              administrator={me.data?.administrator ?? false}
              onShortcuts={sheet.open}
            />
          </Group>
        </Group>
      </AppShell.Header>
      {/* Out of sight it must be out of reach, too: the keyboard would get lost in it. */}
      <AppShell.Navbar
        p="sm"
        aria-label="Menu"
        hiddenFrom="sm"
        style={{ visibility: menuOpen ? 'visible' : 'hidden' }}
      >
        {PLACES.map(({ to, label, icon: Icon, exact }) => (
          <NavLink
            key={to}
            renderRoot={(props) => (
              <Link
                to={to}
                activeOptions={{ exact, includeSearch: false }}
                activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                {...props}
              />
            )}
            label={label}
            leftSection={<Icon size={18} />}
            onClick={menu.close}
          />
        ))}
        <Divider my="sm" />
        <Text size="xs" c="dimmed" px="sm" mb={4} id="colours">
          Colours
        </Text>
        <div role="group" aria-labelledby="colours">
          <ColorSchemeList />
        </div>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense fallback={<Loading what="the page" />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <Palette onShortcuts={sheet.open} />
      <ShortcutSheet opened={sheetOpen} onClose={sheet.close} />
    </AppShell>
  );
}

function PersonMenu({
  name,
  administrator,
  onShortcuts,
}: {
  name: string;
  administrator: boolean;
  onShortcuts: () => void;
}) {
  const navigate = useNavigate();
  const leave = async () => {
    await session.logOut();
    await navigate({ to: '/login' });
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Account of ${name}`}>
          <IconUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Logged in as {name}</Menu.Label>
        <Menu.Item component={Link} to="/kitchen/runner/account" leftSection={<IconUser size={16} />}>
          Account and tokens
        </Menu.Item>
        {administrator && (
          <Menu.Item component={Link} to="/kitchen/runner/users" leftSection={<IconUsers size={16} />}>
            Users
          </Menu.Item>
        )}
        <Menu.Item onClick={onShortcuts} leftSection={<IconKeyboard size={16} />} rightSection={<kbd>?</kbd>}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()} leftSection={<IconLogout size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
