#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, processStartTime } from '../dist/services/process/process-info.js'

/** As long as each has when it is stopped in order. */
const orderlyEndMs = 12_000
const betweenChecksMs = 50

/** @typedef {import('../dist/services/process/guardian.js').Guarded} Guarded */

/**
 * Reads, line by line, what a Posthorn runs, until it is gone: the pipe ends then, however that came about. Ends what is
 * left: first what ends by itself, as it still has work for the others, then those, each in order, else by force.
 */
async function guard() {
  /** @type {Guarded[]} */
  let guarded = []
  for await (const line of createInterface({ input: process.stdin })) guarded = JSON.parse(line)
  await end(guarded.filter(({ signal }) => signal === null))
  await end(guarded.filter(({ signal }) => signal !== null))
}

/** @param {Guarded[]} processes */
async function end(processes) {
  for (const one of processes) if (one.signal && isThere(one)) kill(one.pid, one.signal)
  const deadline = performance.now() + orderlyEndMs
  while (processes.some(isThere) && performance.now() < deadline) await delay(betweenChecksMs)
  for (const one of processes) if (isThere(one)) kill(one.pid, 'SIGKILL')
}

/** @param {Guarded} guarded */
function isThere({ pid, start }) {
  return isAlive(pid) && processStartTime(pid) === start
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // ended meanwhile
  }
}

await guard()
