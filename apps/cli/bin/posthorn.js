#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)

/** Builds a fresh clone once. Later calls start at once, whatever has changed in the sources. */
async function prepareOnce() {
  const { prepare } = await import('../../standalone/bin/prepare.js')
  const { explain } = await import('../../standalone/bin/steps/explain.js')
  await prepare({ log: line => console.error(line) }).catch(explain)
}

if (!existsSync(main)) await prepareOnce()
await import(main.href)
