import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PageQueryClient } from '#app/_client/query-client.ts'

const KEY = ['files']

/** A list whose answers are given by hand; each is what the server knew when it was asked. */
function askedList(client: PageQueryClient) {
  let known = 'nothing'
  const answers: Array<() => void> = []
  const queryFn = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const read = known
    answers.push(() => resolve(read))
    return promise
  }
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn, retry: false })
  return {
    observer,
    asked: () => answers.length,
    answer: () => answers.at(-1)?.(),
    learn: (next: string) => {
      known = next
    },
  }
}

test('a first answer that was on its way does not stand for what was done since', async () => {
  const client = new PageQueryClient()
  const list = askedList(client)
  list.observer.subscribe(() => undefined)
  list.learn('one file')
  const shown = client.invalidateQueries({ queryKey: KEY })
  // What is on its way is shown when it comes.
  expect(list.asked()).toBe(1)
  list.answer()
  await expect.poll(list.asked).toBe(2)
  expect(client.getQueryData(KEY)).toBe('nothing')
  list.answer()
  await shown
  expect(client.getQueryData(KEY)).toBe('one file')
  client.clear()
})

test('however many deeds came before the first answer, it is asked for once more', async () => {
  const client = new PageQueryClient()
  const list = askedList(client)
  list.observer.subscribe(() => undefined)
  const shown = Promise.all([1, 2, 3].map(() => client.invalidateQueries({ queryKey: KEY })))
  list.answer()
  await expect.poll(list.asked).toBe(2)
  list.answer()
  await shown
  expect(list.asked()).toBe(2)
  client.clear()
})

test('what nobody looks at any more is out of date when somebody looks again', async () => {
  const client = new PageQueryClient()
  const list = askedList(client)
  list.observer.subscribe(() => undefined)()
  const done = client.invalidateQueries({ queryKey: KEY })
  list.answer()
  await done
  expect(client.getQueryState(KEY)).toMatchObject({ data: 'nothing', isInvalidated: true, fetchStatus: 'idle' })
  expect(list.asked()).toBe(1)
  client.clear()
})

test('what is asked for again, and left meanwhile, is out of date as well', async () => {
  const client = new PageQueryClient()
  const list = askedList(client)
  const stop = list.observer.subscribe(() => undefined)
  list.answer()
  await expect.poll(() => client.getQueryData(KEY)).toBe('nothing')
  void client.refetchQueries({ queryKey: KEY })
  stop()
  const done = client.invalidateQueries({ queryKey: KEY })
  list.answer()
  await done
  expect(list.asked()).toBe(2)
  expect(client.getQueryState(KEY)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
  client.clear()
})

test('what was answered already is asked for at once, and once', async () => {
  const client = new PageQueryClient()
  const list = askedList(client)
  list.observer.subscribe(() => undefined)
  list.answer()
  await expect.poll(() => client.getQueryData(KEY)).toBe('nothing')
  list.learn('one file')
  const shown = client.invalidateQueries({ queryKey: KEY })
  expect(list.asked()).toBe(2)
  list.answer()
  await shown
  expect(client.getQueryData(KEY)).toBe('one file')
  expect(list.asked()).toBe(2)
  client.clear()
})

test('a deed after a first answer that fails asks again', async () => {
  const client = new PageQueryClient()
  const { promise, reject } = Promise.withResolvers<string>()
  let asked = 0
  const queryFn = () => (asked++ === 0 ? promise : Promise.resolve('one file'))
  new QueryObserver(client, { queryKey: KEY, queryFn, retry: false }).subscribe(() => undefined)
  const shown = client.invalidateQueries({ queryKey: KEY })
  reject(new Error('gone'))
  await shown
  expect(client.getQueryData(KEY)).toBe('one file')
  client.clear()
})

test('where one of several first answers fails while another is still on its way, nothing is left uncaught, and both are asked for again', async () => {
  const client = new PageQueryClient()
  const list = askedList(client)
  const stop = list.observer.subscribe(() => undefined)
  let asked = 0
  const queryFn = () => (asked++ === 0 ? Promise.reject(new Error('gone')) : Promise.resolve('there'))
  const other = new QueryObserver(client, { queryKey: [...KEY, 'other'], queryFn, retry: false })
  const stopOther = other.subscribe(() => undefined)
  const shown = client.invalidateQueries({ queryKey: KEY })
  await expect.poll(() => client.getQueryState([...KEY, 'other'])?.status).toBe('error')
  // Long enough for what nobody caught to be told of, which fails the test.
  await new Promise((wake) => setTimeout(wake, 50))
  list.answer()
  await expect.poll(list.asked).toBe(2)
  list.answer()
  await shown
  expect(client.getQueryData([...KEY, 'other'])).toBe('there')
  stop()
  stopOther()
  client.clear()
})
