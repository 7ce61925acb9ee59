import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { button, cell, focused, openPrices } from './price-page.tsx'

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }))

afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function begin() {
  openPrices()
  await userEvent.click(await button('New version'))
  await screen.findByRole('grid')
}

describe('the grid of a draft', () => {
  test('is edited with the keys of a spreadsheet', async () => {
    await begin()
    cell('Read', 'ALPHA').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(focused()).toBe(cell('Write', 'ALPHA'))
    await userEvent.keyboard('12.5{Enter}')
    expect(cell('Write', 'ALPHA').textContent).toBe('before: 10.00, 12.5')
    expect(focused()).toBe(cell('Write', 'beta'))
    await userEvent.keyboard('{ArrowUp}{F2}0{Tab}')
    expect(cell('Write', 'ALPHA').textContent).toBe('before: 10.00, 0')
    expect(focused()).toBe(cell('From cache', 'ALPHA'))
    await userEvent.keyboard('9{Escape}')
    expect(cell('From cache', 'ALPHA').textContent).toBe('0.10')
    expect(focused()).toBe(cell('From cache', 'ALPHA'))
    await userEvent.keyboard('{Delete}{Home}{End}')
    expect(cell('From cache', 'ALPHA').textContent).toBe('before: 0.10, none')
    expect(focused()).toBe(screen.getByRole('button', { name: 'Actions for ALPHA' }))
  })

  test('takes changes back one by one', async () => {
    await begin()
    cell('Read', 'ALPHA').focus()
    await userEvent.keyboard('3{Enter}')
    cell('Write', 'ALPHA').focus()
    await userEvent.keyboard('30{Enter}{Control>}z{/Control}')
    expect(cell('Write', 'ALPHA').textContent).toBe('10.00')
    expect(cell('Read', 'ALPHA').textContent).toBe('before: 2.00, 3')
    expect(screen.getByText('The last change was taken back.')).toBeTruthy()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(screen.getByText('0 changed, 0 added, 0 taken out')).toBeTruthy()
  })

  test('takes a block of a spreadsheet, and says what of it did not fit', async () => {
    await begin()
    cell('To cache', 'ALPHA').focus()
    await userEvent.paste('2.5\t4.00\t7\r\n 1.25 \t"2"\r\n')
    expect(cell('To cache', 'ALPHA').textContent).toBe('before: none, 2.5')
    expect(cell('To cache, 1\u00a0h', 'ALPHA').textContent).toBe('before: none, 4.00')
    expect(cell('To cache', 'beta').textContent).toBe('before: none, 1.25')
    expect(cell('To cache, 1\u00a0h', 'beta').textContent).toBe('before: none, 2')
    expect(screen.getByText('4 cells were pasted. 1 more did not fit into the table.')).toBeTruthy()
    expect(focused()).toBe(cell('To cache', 'ALPHA'))
  })

  test('says at the row and above all rows what is wrong, and nothing wrong can be published', async () => {
    await begin()
    cell('Read', 'ALPHA').focus()
    await userEvent.keyboard('1,5{Enter}')
    const reason = 'Read: 1,5 has a comma: write a point before the decimals, and nothing between thousands'
    expect(screen.getByRole('region', { name: '1 row cannot be published' }).textContent).toContain(`ALPHA ${reason}`)
    const faulty = cell('Read', 'ALPHA')
    expect(faulty.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(faulty.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
    expect(await button('Publish…')).toHaveProperty('disabled', true)
    await userEvent.click(await button('Show ALPHA'))
    expect(focused()).toBe(cell('Read', 'ALPHA'))
    await userEvent.keyboard('1.5{Enter}')
    expect(screen.queryByRole('region', { name: '1 row cannot be published' })).toBeNull()
    expect(await button('Publish…')).toHaveProperty('disabled', false)
  })

  test('begins with models that were called without a price, and a price needs what is read and what is written', async () => {
    openPrices()
    await userEvent.click(await button('Set a price for scribe'))
    expect(await screen.findByText(/7 calls without a price/)).toBeTruthy()
    expect(focused()).toBe(cell('Read', 'scribe'))
    await userEvent.keyboard('2{Tab}')
    expect(screen.getAllByText('Write: there is no rate')).toHaveLength(2)
    await userEvent.keyboard('6{Enter}')
    expect(screen.queryByText('Write: there is no rate')).toBeNull()
    expect(screen.getByText('0 changed, 1 added, 0 taken out')).toBeTruthy()
  })

  test('marks a model as free, takes one out, and makes both what they were', async () => {
    await begin()
    await userEvent.click(await button('scribe is free'))
    expect(cell('Write', 'scribe').textContent).toBe('before: none, free')
    await userEvent.click(await button('Actions for ALPHA'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Take out' }))
    expect(screen.getByText(/taken out: without a price from then on/)).toBeTruthy()
    expect(screen.getByText('0 changed, 1 added, 1 taken out')).toBeTruthy()
    await userEvent.click(await button('Bring back ALPHA'))
    expect(cell('Read', 'ALPHA').textContent).toBe('2.00')
    await userEvent.click(await button('Actions for scribe'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'As before' }))
    expect(screen.getByText('0 changed, 0 added, 0 taken out')).toBeTruthy()
  })

  test('has a row for each condition, edited as the others are', async () => {
    await begin()
    await userEvent.click(await button('Other rates of beta: flex'))
    cell('Read', 'beta', 'flex').focus()
    await userEvent.keyboard('0.25{Enter}')
    expect(cell('Read', 'beta', 'flex').textContent).toBe('before: 0.50, 0.25')
    await userEvent.click(await button('Actions for beta'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Source, fee and conditions…' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Over how many tokens of input' }), '200000')
    await userEvent.click(await button('Add a condition'))
    await userEvent.type(screen.getByRole('textbox', { name: 'Where the prices were read' }), 'our contract')
    await userEvent.click(await button('Done'))
    expect(cell('Write', 'beta', 'over 200,000 tokens').textContent).toBe('before: none, 4')
    expect(screen.getByText('our contract')).toBeTruthy()
  })

  test('takes a model that has no row, and none that nobody serves', async () => {
    await begin()
    const field = screen.getByRole('combobox', { name: 'Id of the model, as provider:name' })
    await userEvent.type(field, 'gamma{Enter}')
    expect(screen.getByText('This is no id of a model: write it as provider:name.')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, 'nobody:gamma{Enter}')
    expect(screen.getByText('There is no provider nobody.')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, 'two:gamma{Enter}')
    expect(focused()).toBe(cell('Read', 'gamma'))
    await userEvent.keyboard('1{Tab}2{Enter}')
    expect(screen.getByText('0 changed, 1 added, 0 taken out')).toBeTruthy()
  })
})
