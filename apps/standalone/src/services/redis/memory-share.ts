import { totalmem } from 'node:os'

const share = 1 / 4
const mostBytes = 1024 ** 3

/** What Redis may take of the memory of this machine, or of its container, which is less: a quarter, a gigabyte at most. */
export function memoryShareBytes(ofBytes = memoryBytes()): number {
  return Math.floor(Math.min(ofBytes * share, mostBytes))
}

/** 0, undefined or more than there is mean: no limit is set. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY)
}
