import { Api } from './api';
import { test } from './suite';

test('two runs are chosen in the list and compared line by line', async ({ stack, visitor: { page } }) => {
  const api = await Api.of(stack);
  for (const note of ['compared: before', 'compared: after'])
    await api.finished((await api.run('suite.fails', { note })).id);
  await page.goto('/kitchen/runner?q=compared');
  const boxes = page.getByRole('checkbox', { name: 'Select Fails to compare' });
  await boxes.nth(1).waitFor();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('link', { name: /^Compare/ }).click();
  await page.getByRole('heading', { name: 'Compare two runs' }).waitFor();
  await page.getByText('note: compared: before').first().waitFor();
  await page.getByText('note: compared: after').first().waitFor();
});
