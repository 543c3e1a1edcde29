import type { RefusalName } from '@posthorn/contract'
import type { RefusalWords } from '@posthorn/server'

/** A refusal without its id, which is in packages/contract for clients. */
export type RefusalRow = Omit<RefusalWords, 'id'>

export type RefusalRows = Partial<Record<RefusalName, RefusalRow>>
