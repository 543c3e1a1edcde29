import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { slackErrors } from '../../apps/api/src/slack/errors.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every error code of Slack’s API has a test and a row in the documents', () => {
  const tests = ['test/pipeline', 'test/clients', 'test/api'].flatMap(folder =>
    readdirSync(join(root, folder)).flatMap(name =>
      /slack.*\.test\.ts$/.test(name) ? [read(`${folder}/${name}`)] : [],
    ),
  )
  const [, errors = ''] = read('docs/compatibility.md').split('| Error | Cause |')
  const codes = Object.keys(slackErrors)
  expect(codes.filter(code => !tests.some(text => text.includes(code)))).toEqual([])
  expect(codes.filter(code => code !== 'unknown_method' && !errors.includes(code))).toEqual([])
})
