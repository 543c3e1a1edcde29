import type { Readable } from 'node:stream'

/** What was stored. */
export type StoredFile = { bytes: number; sha256: Buffer }

/** Part of a file: the first and the last byte, both included. */
export type ByteRange = { start: number; end: number }

/** Stores the bytes of files by ID. An ID is 26 characters of a-z and 0-9, and is used once. */
export type Storage = {
  /**
   * Stores a stream. Resolves when the bytes will survive a power cut. If it rejects, nothing is stored.
   * @throws FullStore if there is no room, StorageAway, or the error of the stream
   */
  put: (id: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<StoredFile>
  /** Returns a file's bytes, or undefined if there is no such file. */
  get: (id: string, range?: ByteRange) => Promise<Readable | undefined>
  has: (id: string) => Promise<boolean>
  /** Deletes a file, if there is one. */
  delete: (id: string) => Promise<void>
  /** Lists the IDs of files stored before a time, a few hundred at once. Deletes remains of interrupted uploads. */
  list: (beforeMs: number) => AsyncIterable<string[]>
  /** Says why the storage cannot be used just now, or undefined. */
  trouble?: () => Promise<string | undefined>
  /** Closes idle connections. */
  close?: () => void
}

/** The storage has no room. */
export class FullStore extends Error {}

/** The storage did not respond, or refused to work. Trying again later can help. */
export class StorageAway extends Error {}

/** IDs of files end in `00`, like all IDs that are not of posts. */
const base = (id: string) => id.slice(0, 24)

/** Returns the ID under which the thumbnail of a file is stored. */
export const thumbnailIdOf = (id: string): string => `${base(id)}01`

/** Returns the ID of the file to which stored bytes belong: its own or its thumbnail's. */
export const fileIdOf = (storedId: string): string =>
  storedId.endsWith('01') ? `${base(storedId)}00` : storedId
