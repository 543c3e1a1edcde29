import { totalmem } from 'node:os'

const share = 1 / 4
const mostBytes = 1024 ** 3

/** Returns Redis's share of the memory of this machine or its container, whichever is less: a quarter, at most 1 GB. */
export function memoryShareBytes(ofBytes = memoryBytes()): number {
  return Math.floor(Math.min(ofBytes * share, mostBytes))
}

/** 0, undefined or more than the machine has mean no limit. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY)
}
