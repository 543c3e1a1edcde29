import { fit } from '../files/fields.js'
import { hookIdOf } from '../files/new-keys.js'
import type { TableRow } from '../files/read-table.js'
import type { Records, Skip } from '../source.js'
import { channelKey } from './objects.js'

/** Reads the hooks of a table with the columns of IncomingWebhooks, and the names `creator`, `channel` and `team`. */
export function* hooksIn(rows: TableRow[], skip: Skip): Generator<Records['hook']> {
  for (const row of rows) {
    const { id: key = '', creator = '', channel = '', team = '', displayname, display_name } = row
    const title = displayname ?? display_name ?? ''
    if (Number(row.deleteat ?? row.delete_at ?? 0) > 0) continue
    if (creator === '' || channel === '' || team === '')
      skip('hook', title, 'Its row has no creator, channel or team.')
    else
      yield {
        ...{ id: hookIdOf(key), key, user_id: creator, channel_id: channelKey(team, channel) },
        create_at: Number(row.createat ?? row.create_at ?? 0) || 0,
        display_name: fit(title, 64),
        description: fit(row.description ?? '', 128),
        channel_locked: /^(1|t|true)$/i.test(row.channellocked ?? row.channel_locked ?? ''),
      }
  }
}
