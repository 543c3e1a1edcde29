import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { variables } from '@posthorn/server'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Variables that only `npm start` reads. */
const own = namesIn(read('apps/standalone/src/env.ts'), /^ {2}([A-Z\d_]+):/gm)
const known = [...new Set([...Object.keys(variables), ...own])].toSorted()

test('lists in .env.example every variable that a process reads, and no other', () => {
  expect(own).toContain('DATA_DIR')
  expect(namesIn(read('.env.example'), /^(?:# )?([A-Z\d_]+)=/gm).toSorted()).toEqual(known)
})

test('explains in docs/configuration.md every variable that a process reads', () => {
  const explained = namesIn(read('docs/configuration.md'), /`([A-Z\d_]+)`(?=[^|\n]*\|)/g)
  expect(explained).toEqual(expect.arrayContaining(known))
})
