import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT } from '#lib/api/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { PICTURE_TYPES } from '#lib/media/picture.ts'

const API = resolve(import.meta.dirname, '../../../app/api')
const ELSEWHERE = '[[...path]]'

/** What is there: each address by its folder, with the address that its file names and the methods it carries out. */
function routesThatAre() {
  const files = globSync('**/route.ts', { cwd: API })
  return files
    .map((file) => file.replaceAll('\\', '/').replace(/\/?route\.ts$/, ''))
    .filter((folder) => folder !== ELSEWHERE)
    .map((folder) => {
      const source = readFileSync(resolve(API, folder, 'route.ts'), 'utf8')
      return {
        path: `/api/${folder.replaceAll('[', '{').replaceAll(']', '}')}`,
        named: /= routes\(\s*'([^']+)'/.exec(source)?.[1],
        methods: [...source.matchAll(/^ {2,4}async (\w+)\(\{/gm)].map(([, method]) => method ?? '').sort(),
      }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

test('every address that the server has is in the contract, with each of its methods, and no other', () => {
  const promised = Object.entries(CONTRACT)
    .map(([path, methods]) => ({ path, named: path, methods: Object.keys(methods).sort() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  expect(routesThatAre()).toEqual(promised)
})

test('no two of them have one name', () => {
  const names = Object.values(CONTRACT).flatMap((methods) => Object.values<Endpoint>(methods).map(({ id }) => id))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the pictures that are taken, and shown, are those that can be read', () => {
  const { POST } = CONTRACT['/api/attachments']
  const { GET } = CONTRACT['/api/attachments/{hash}']
  for (const types of [POST.body.file, GET.answer.file]) {
    expect(types.filter((type) => type.startsWith('image/')).sort()).toEqual([...PICTURE_TYPES].sort())
  }
})
