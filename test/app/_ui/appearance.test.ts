import { expect, test } from 'vitest'
import { appearanceAttributes } from '#app/_ui/appearance.ts'

const attributes = (cookies: Record<string, string>) => appearanceAttributes((name) => cookies[name])

test('the document says what was chosen, and nothing where nothing was', () => {
  expect(attributes({})).toEqual({})
  expect(attributes({ theme: 'system', density: 'comfortable', reading: 'serif' })).toEqual({})
  expect(attributes({ theme: 'dark', density: 'compact', reading: 'sans' })).toEqual({
    'data-theme': 'dark',
    'data-density': 'compact',
    'data-reading': 'sans',
  })
  expect(attributes({ theme: '"><script>', density: 'huge' })).toEqual({})
})
