import { expect, test } from 'vitest'
import { apiAnswer } from '#app/_http/api-answer.ts'
import { HttpError, notFound } from '#app/_http/http-error.ts'
import { checkPromise } from '#app/_http/promised-answer.ts'
import { CONTRACT } from '#lib/api/contract.ts'

const health = CONTRACT['/api/health'].GET
const check = (response: Response, endpoint: Parameters<typeof checkPromise>[1] = health) =>
  checkPromise('GET /api/health', endpoint, response)

test('an answer that is what the contract says leaves as it is, and can still be read', async () => {
  const answer = apiAnswer(Response.json({ ok: true, version: '1' }))
  await check(answer)
  expect(await answer.json()).toEqual({ ok: true, version: '1' })
})

test('one that is not is told with the address and the field', async () => {
  await expect(check(Response.json({ ok: true, version: 1 }))).rejects.toMatchObject({
    name: 'ContractBreach',
    message: expect.stringContaining('GET /api/health answers 200: version: '),
  })
  await expect(check(Response.json({ ok: true, version: '1', host: 'mine' }))).rejects.toThrow(
    'host: the contract has no such field',
  )
})

test('any request may meet the refusals that all share, and its own alone beside them', async () => {
  await check(new HttpError('forbidden_origin', 'no').toResponse())
  await check(new HttpError('storage_full', 'no room', { kind: 'full' }).toResponse())
  await expect(check(notFound('health').toResponse())).rejects.toThrow('the contract has no "not_found" here')
})

test('an address has no such method, or is none, in the shape of any refusal', async () => {
  const answer = (response: Response) => checkPromise('PUT /api/health', undefined, response)
  await answer(notFound('this address').toResponse())
  await answer(new HttpError('method_not_allowed', 'no', { allow: ['GET'] }).toResponse())
  await answer(new Response(null, { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } }))
  await expect(answer(Response.json({ error: 'no' }, { status: 405 }))).rejects.toThrow('the contract has no undefined')
})
