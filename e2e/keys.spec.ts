import { expect, test } from '@playwright/test'

test('how the pages look is kept, and is there before the first paint', async ({ page }) => {
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: /^Dark/ }).check()
  await page.getByRole('radio', { name: /^Compact/ }).check()
  await page.getByRole('radio', { name: /^Without serifs/ }).check()
  const html = await (await page.request.get('/')).text()
  for (const attribute of ['data-theme="dark"', 'data-density="compact"', 'data-reading="sans"']) {
    expect(html).toContain(attribute)
  }
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('combobox', { name: 'New chats begin with' }).selectOption('demo:openai')
  await page.getByRole('link', { name: 'Back to chats' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'sans')
  await expect(page.getByRole('button', { name: /^Model: / })).toHaveAccessibleName('Model: Scripted demo (Chat)')
})
