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
  /** The first hundred entries of an object, and how many items or entries the value has. */
  entries: [key: string, value: Native][]
  size: number
  isList: boolean
}

/** Learns which values are read, by their keys. */
export type Trace = { keys: string[]; onRead: (keys: string[]) => void }

/** Wraps a parsed value. */
export function native(value: unknown, trace?: Trace): Native {
  return new Wrapped(value, trace)
}

/** A class, because a body of 1 MiB may have a hundred thousand values, and an object with getters of its own costs microseconds. */
class Wrapped implements Native {
  constructor(
    private readonly value: unknown,
    private readonly trace: Trace | undefined,
  ) {}

  at = (...keys: string[]) => this.child(keys.reduce<unknown>(below, this.value), ...keys)

  private child(value: unknown, ...keys: string[]): Native {
    const { trace } = this
    return new Wrapped(value, trace && { keys: [...trace.keys, ...keys], onRead: trace.onRead })
  }

  private childrenOf(list: unknown[]): Native[] {
    return list.map((each, index) => this.child(each, String(index)))
  }

  get text() {
    const { value, trace } = this
    trace?.onRead(trace.keys)
    if (typeof value === 'string') return value.trim()
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  }

  get written() {
    this.trace?.onRead(this.trace.keys)
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
    return Array.isArray(this.value) ? this.childrenOf(this.value.slice(0, maxItems)) : []
  }

  get length() {
    return Array.isArray(this.value) ? this.value.length : 0
  }

  choose = (passes: (item: Native) => boolean, most: number) => {
    const all = Array.isArray(this.value) ? this.value.slice(0, maxCandidates) : []
    const items = this.childrenOf(all).filter(passes)
    return { items: items.slice(0, most), length: items.length }
  }

  get isList() {
    return Array.isArray(this.value)
  }

  get size() {
    return typeof this.value === 'object' && this.value !== null ? Object.keys(this.value).length : 0
  }

  get entries(): [string, Native][] {
    if (!isRecord(this.value)) return []
    return Object.entries(this.value)
      .slice(0, maxItems)
      .map(([key, each]) => [key, this.child(each, key)])
  }
}

function below(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
