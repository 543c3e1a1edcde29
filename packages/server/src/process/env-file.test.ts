import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadEnvFile, parseEnvFile } from './env-file.js'

/** Examples of the documentation of Compose, and others. */
const lines: [text: string, value: string][] = [
  ['VAR=VAL', 'VAL'],
  ['VAR="VAL"', 'VAL'],
  ["VAR='VAL'", 'VAL'],
  ['VAR=VAL # comment', 'VAL'],
  ['VAR=VAL# not a comment', 'VAL# not a comment'],
  ['VAR="VAL # not a comment"', 'VAL # not a comment'],
  ['VAR="VAL" # comment', 'VAL'],
  ["VAR='$OTHER'", '$OTHER'],
  [`VAR='\${OTHER}'`, `\${OTHER}`],
  ["VAR='Let\\'s go!'", "Let's go!"],
  ['VAR="{\\"hello\\": \\"json\\"}"', '{"hello": "json"}'],
  ['VAR="some\\tvalue\\\\"', 'some\tvalue\\'],
  ["VAR='SOME\nVALUE'", 'SOME\nVALUE'],
  ['  export VAR = VAL  ', 'VAL'],
  ['VAR=', ''],
  ['VAR=""', ''],
  ['VAR=a=b&c', 'a=b&c'],
  ['VAR=smtps://user:p%40ss@mail.example.org:465', 'smtps://user:p%40ss@mail.example.org:465'],
  ['VAR=$OTHER', 'other'],
  [`VAR=http://\${OTHER}:80`, 'http://other:80'],
  ['VAR="$OTHER"', 'other'],
  ['VAR=a$$b', 'a$b'],
  ['VAR="a\\$OTHER"', 'a$OTHER'],
  [`VAR=\${ABSENT:-default}`, 'default'],
  [`VAR=\${EMPTY:-default}`, 'default'],
  [`VAR=\${EMPTY-default}`, ''],
  [`VAR=\${OTHER:+set}`, 'set'],
  [`VAR=\${OTHER:?needed}`, 'other'],
  ['VAR=$ABSENT', ''],
  ['VAR=5$', '5$'],
  ['OTHERS=before\nVAR=$OTHERS', 'before'],
  ['\uFEFF# comment\n\nVAR=VAL\r\nNEXT=1', 'VAL'],
]

test.each(lines)('reads %j as Compose does', (text, value) => {
  expect(parseEnvFile(text, { OTHER: 'other', EMPTY: '' }).VAR).toBe(value)
})

test('names the line that it cannot read, without its value', () => {
  expect(() => parseEnvFile('A=1\nsecret value\n', {})).toThrow(
    /^The environment.*\n {2}\.env, line 2: must be NAME=value$/,
  )
  expect(() => parseEnvFile('A="secret', {})).toThrow(/line 1: must be NAME=value$/)
  expect(() => parseEnvFile("A='secret' x", {})).toThrow(/line 1: must be NAME=value$/)
  expect(() => parseEnvFile(`A=1\nB=\${C:?say it}`, {})).toThrow(/line 2: needs the variable C$/)
})

test('sets only variables that the environment lacks, even if they are empty there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const names = ['POSTHORN_TEST_NEW', 'POSTHORN_TEST_SET', 'POSTHORN_TEST_EMPTY']
  onTestFinished(() => {
    for (const name of names) delete process.env[name]
  })
  process.env.POSTHORN_TEST_SET = 'mine'
  process.env.POSTHORN_TEST_EMPTY = ''
  const file = join(folder, '.env')
  expect(loadEnvFile(file)).toEqual([])
  writeFileSync(file, names.map(name => `${name}=of the file`).join('\n'))
  expect(loadEnvFile(file)).toEqual(['POSTHORN_TEST_NEW'])
  expect(names.map(name => process.env[name])).toEqual(['of the file', 'mine', ''])
})
