#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, processStartTime } from '../dist/services/process/process-info.js'

/** The time that each process has to stop in order. */
const orderlyEndMs = 12_000
const betweenChecksMs = 50

/** @typedef {import('../dist/services/process/guardian.js').Guarded} Guarded */

/**
 * Reads the list of a Posthorn's processes, line by line, until the pipe closes, however Posthorn ended. Then stops what is left:
 * first what stops by itself and still needs the others, then those, each in order or else by force.
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
    // it has already ended
  }
}

await guard()
