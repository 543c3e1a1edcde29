import { bytesOfFiles, bytesUploadedBy, type Db, type Settings, type Uploader } from '@posthorn/db'
import type { Storage } from '@posthorn/files'
import { type FairQueue, fairQueue, type Log, type Metrics } from '@posthorn/server'
import { startTicking } from '../push/ticking.js'
import { checkFiles, cleanFiles, type FileEvent, fileEvents } from './clean.js'

export type FileOptions = {
  storage: Storage
  /** The largest file, in bytes. */
  fileLimitBytes: number
  /** All files together, in bytes. */
  filesLimitBytes: number
  nowMs?: () => number
  everyMs?: number
}

type Opened = FileOptions & { db: Db; log: Log; metrics?: Metrics | undefined; settings: () => Settings }

/** What the API does with files. */
export type Files = {
  storage: Storage
  fileLimitBytes: number
  /** Uploads take turns, so that one user cannot block the others. */
  inTurn: FairQueue
  /** Returns the bytes that may still be stored, in all and by this owner today. */
  room: (by: Uploader) => Promise<{ inAll: number; today: number }>
  stored: StoredBytes
  count: (event: FileEvent, by?: number) => void
  close: () => Promise<void>
}

/** Uploads at once in this process, and those that may wait for their turn. */
const uploads = { running: 8, runningPerCaller: 2, waiting: 16, waitingPerCaller: 4, maxWaitMs: 5000 }
const dayMs = 86_400_000
const mebibyte = 1024 ** 2
/** The check reads all rows and looks at all files. It waits for an hour, because several processes may start at once. */
const firstCheckMs = 3_600_000

/** Opens the files of one api process, and deletes those that nobody needs until it is closed. */
export function openFiles({ db, log, metrics, settings, ...options }: Opened): Files {
  const { storage, fileLimitBytes, filesLimitBytes, nowMs = Date.now, everyMs = 60_000 } = options
  const stored = openStoredBytes(db, nowMs)
  const label = { label: 'event', values: fileEvents }
  const count =
    metrics?.counters('posthorn_file_events_total', 'What happened to files.', label) ?? (() => {})
  metrics?.gauge('posthorn_file_bytes', 'Bytes of all files.', () => bytesOfFiles(db))
  const cleaning = { db, storage, log, count, nowMs }
  let nextCheckMs = nowMs() + firstCheckMs
  const ticking = startTicking({
    everyMs,
    act: async closing => {
      await cleanFiles(cleaning, closing)
      if (nowMs() < nextCheckMs) return
      nextCheckMs = nowMs() + dayMs
      await checkFiles(cleaning, closing)
    },
    onError: err => log.warn({ err }, 'files not deleted'),
  })
  const room = async (by: Uploader) => ({
    inAll: filesLimitBytes - (await stored.total()),
    today: settings().OwnerFileMebibytesPerDay * mebibyte - (await bytesUploadedBy(db, by, nowMs() - dayMs)),
  })
  const close = async () => {
    await ticking.close()
    storage.close?.()
  }
  return { storage, fileLimitBytes, inTurn: fairQueue(uploads), room, stored, count, close }
}

/** Other processes may have stored files since. */
const trustedMs = 10_000

type StoredBytes = {
  /** Returns the bytes of all files, including those that are arriving here. */
  total: () => Promise<number>
  /** Counts bytes that arrive. */
  arrived: (bytes: number) => void
  /** Counts the end of an upload of so many bytes. */
  ended: (bytes: number, isStored: boolean) => void
}

/** Knows the bytes of all files without reading all rows for each upload. */
function openStoredBytes(db: Db, nowMs: () => number): StoredBytes {
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
