import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

/** A call's definition and its handler share its name, and so may its query. */
const ofCalls = /^(packages\/contract|apps\/api)\/src\/calls\//

/** Exported values, functions and types by name. The console's components are exempt, because they are named by what they show. */
const homes = new Map<string, string[]>()
for (const { file, text } of workspaces.flatMap(sources)) {
  if (file.endsWith('.tsx') || ofCalls.test(file)) continue
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)]
  for (const name of new Set(names.map(([, name = '']) => name)))
    homes.set(name, [...(homes.get(name) ?? []), file])
}

test('exports each name in one place, with one meaning', () => {
  expect(homes.size).toBeGreaterThan(1000)
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([])
})
