#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { endAll } from '../dist/services/process/end-processes.js'

/** @type {import('../dist/services/process/end-processes.js').OwnProcess[]} */
let running = []
for await (const line of createInterface({ input: process.stdin })) running = JSON.parse(line)

// Posthorn is gone, however it ended: first wait for what stops by itself and still needs the others, then stop those
await endAll(running.filter(({ signal }) => signal === null))
await endAll(running.filter(({ signal }) => signal !== null))
