import { bytesOfFiles, type Db } from '@posthorn/db'

/** Other processes may have stored files since. */
const trustedMs = 10_000

export type StoredBytes = {
  /** Returns the bytes of all files, including those that are arriving here. */
  total: () => Promise<number>
  /** Counts bytes that arrive. */
  arrived: (bytes: number) => void
  /** Counts the end of an upload of so many bytes. */
  ended: (bytes: number, isStored: boolean) => void
}

/** Knows the bytes of all files without reading all rows for each upload. */
export function openStoredBytes(db: Db, nowMs: () => number): StoredBytes {
  let [known, readAtMs, arriving] = [0, 0, 0]
  return {
    total: async () => {
      if (nowMs() - readAtMs > trustedMs) {
        known = await bytesOfFiles(db)
        readAtMs = nowMs()
      }
      return known + arriving
    },
    arrived: bytes => {
      arriving += bytes
    },
    ended: (bytes, isStored) => {
      arriving -= bytes
      if (isStored) known += bytes
    },
  }
}
