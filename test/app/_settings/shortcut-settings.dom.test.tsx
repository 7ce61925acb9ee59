import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { COMMAND_IDS, commandOf } from '#app/_chat/commands/command.ts'
import { ShortcutSettings } from '#app/_settings/shortcut-settings.tsx'
import { english } from '#app/_texts/english/late.ts'

afterEach(cleanup)

test('every key of the table that handles them is there by its name, once the browser says which keyboard it is', () => {
  expect(renderToString(<ShortcutSettings />)).not.toContain('<kbd')
  render(<ShortcutSettings />)
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H1', 'H2', 'H2', 'H2'])
  const names = COMMAND_IDS.filter((id) => commandOf(id).keys).map((id) => english.commands.names[id])
  expect(
    screen
      .getAllByRole('term')
      .map(({ textContent }) => textContent)
      .sort(),
  ).toEqual(names.sort())
})
