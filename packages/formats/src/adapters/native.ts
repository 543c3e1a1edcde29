import { isRecord } from '@posthorn/core'

/** The most items of a list that adapters look at. */
const maxItems = 100

/** The most items of a list among which adapters choose. */
const maxCandidates = 20_000

/** A value in a sender's JSON. Every question has an answer, so adapters need no checks of their own. */
export type Native = {
  /** The value below these keys. Only own properties count. */
  at: (...keys: string[]) => Native
  /** A string, or a number or boolean as text; else empty. Without surrounding spaces. */
  text: string
  /** A string as it is, with its spaces; else empty. */
  written: string
  /** A finite number; else undefined. */
  number: number | undefined
  /** Whether the value is `true`. */
  isTrue: boolean
  /** Whether there is a value other than null. */
  exists: boolean
  /** The first hundred items of an array, and how many it has. */
  items: Native[]
  length: number
  /** The items of an array that pass, at most `most` of them, and how many there are. Looks at the first 20,000. */
  choose: (passes: (item: Native) => boolean, most: number) => { items: Native[]; length: number }
  /** The first hundred entries of an object. */
  entries: [key: string, value: Native][]
}

/** Wraps a parsed value. */
export function native(value: unknown): Native {
  return {
    at: (...keys) => native(keys.reduce<unknown>(below, value)),
    get text() {
      if (typeof value === 'string') return value.trim()
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
    },
    get written() {
      return typeof value === 'string' ? value : ''
    },
    get number() {
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    },
    get isTrue() {
      return value === true
    },
    get exists() {
      return value !== undefined && value !== null
    },
    get items() {
      return Array.isArray(value) ? value.slice(0, maxItems).map(native) : []
    },
    get length() {
      return Array.isArray(value) ? value.length : 0
    },
    choose: (passes, most) => {
      const items = Array.isArray(value) ? value.slice(0, maxCandidates).map(native).filter(passes) : []
      return { items: items.slice(0, most), length: items.length }
    },
    get entries(): [string, Native][] {
      if (!isRecord(value)) return []
      return Object.entries(value)
        .slice(0, maxItems)
        .map(([key, each]) => [key, native(each)])
    },
  }
}

function below(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
