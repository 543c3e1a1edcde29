import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

/** A call's definition and its handler have its name; so may the query that it is about. */
const ofCalls = /^(packages\/contract|apps\/api)\/src\/calls\//

/** Names of values, functions and types, by where they are exported. Components of the console are named by what they show. */
const homes = new Map<string, string[]>()
for (const { file, text } of workspaces.flatMap(sources)) {
  if (file.endsWith('.tsx') || ofCalls.test(file)) continue
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)]
  for (const name of new Set(names.map(([, name = '']) => name)))
    homes.set(name, [...(homes.get(name) ?? []), file])
}

test('a name that is exported has one home, and so one meaning', () => {
  expect(homes.size).toBeGreaterThan(1000)
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([])
})
