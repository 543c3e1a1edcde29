import type { FoundDelivery } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import { usageFailure } from '../../failure.js'
import type { TableColumn } from '../../output/output.js'
import { localTime } from '../../output/printable.js'

export type FindOptions = { id?: string; requestId?: string; traceId?: string; address?: string; at?: number }

const columns: TableColumn<FoundDelivery>[] = [
  ['ID', row => row.id],
  ['ACCEPTED', row => localTime(row.create_at)],
  ['OUTCOME', row => row.outcome],
  ['TEAM', row => row.team?.name ?? ''],
  ['WEBHOOK', row => (row.by_token ? `@${row.hook_name}` : row.hook_name || row.hook_id)],
  ['ADDRESS', row => row.sender_address],
  ['REASON', row => row.message],
]

const nothing = 'No settled delivery matches. It may still be waiting, or be older than DeliveryDays.'

/** Finds deliveries of any hook. */
export async function showFoundDeliveries(
  { server, out }: CommandContext,
  { id, requestId, traceId, address, at }: FindOptions,
): Promise<void> {
  const given = [id, requestId, traceId, address].filter(value => value !== undefined)
  if (given.length !== 1 || given[0] === '')
    throw usageFailure('Name exactly one of --id, --request-id, --trace-id and --address.')
  const { client } = await server()
  const query = {
    ...(id !== undefined && { id }),
    ...(requestId !== undefined && { request_id: requestId }),
    ...(traceId !== undefined && { trace_id: traceId }),
    ...(address !== undefined && { address }),
    ...((address !== undefined || at !== undefined) && { at: String(at ?? Date.now()) }),
  }
  const { deliveries, is_whole } = await client.findDeliveries({ query })
  out.rows(deliveries, columns, nothing)
  if (!is_whole) out.note('There may be more. Use a more exact time, or another ID.')
}
