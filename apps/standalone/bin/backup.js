#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { prepare } from './prepare.js'
import { explain } from './steps/explain.js'

const log = (/** @type {string} */ line) => console.log(line)
/** The image has no sources. */
const isBuilt = !existsSync(new URL('../src', import.meta.url))

Promise.resolve(isBuilt || prepare({ log }))
  .then(() => import('../dist/backup/main.js'))
  .catch(explain)
