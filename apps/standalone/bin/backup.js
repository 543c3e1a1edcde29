#!/usr/bin/env node
import { prepare } from './prepare.js'
import { explain } from './steps/explain.js'

const log = (/** @type {string} */ line) => console.log(line)

prepare({ log })
  .then(() => import('../dist/backup/main.js'))
  .catch(explain)
