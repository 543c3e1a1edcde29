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
  return new Wrapped(value)
}

/** A class, because a body of 1 MiB may have a hundred thousand values, and an object with getters of its own costs microseconds. */
class Wrapped implements Native {
  constructor(private readonly value: unknown) {}

  at = (...keys: string[]) => native(keys.reduce<unknown>(below, this.value))

  get text() {
    const { value } = this
    if (typeof value === 'string') return value.trim()
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  }

  get written() {
    return typeof this.value === 'string' ? this.value : ''
  }

  get number() {
    return typeof this.value === 'number' && Number.isFinite(this.value) ? this.value : undefined
  }

  get isTrue() {
    return this.value === true
  }

  get exists() {
    return this.value !== undefined && this.value !== null
  }

  get items() {
    return Array.isArray(this.value) ? this.value.slice(0, maxItems).map(native) : []
  }

  get length() {
    return Array.isArray(this.value) ? this.value.length : 0
  }

  choose = (passes: (item: Native) => boolean, most: number) => {
    const all = Array.isArray(this.value) ? this.value.slice(0, maxCandidates) : []
    const items = all.map(native).filter(passes)
    return { items: items.slice(0, most), length: items.length }
  }

  get entries(): [string, Native][] {
    if (!isRecord(this.value)) return []
    return Object.entries(this.value)
      .slice(0, maxItems)
      .map(([key, each]) => [key, native(each)])
  }
}

function below(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
