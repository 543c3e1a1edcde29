import { type Db, findOwner } from '@posthorn/db'
import { openReplays, type Redis, type Replays } from '@posthorn/queue'
import { type Log, loggedIds } from '@posthorn/server'

type Options = Parameters<typeof openReplays>[1]
type Sent = Parameters<Replays['send']>[0]

/**
 * Opens what sends deliveries from this process. They count for their hook's owner. It logs one line for each, if the log level is
 * debug.
 */
export function openOwnedReplays(db: Db, redis: Redis, log: Log, options: Options): Replays {
  const replays = openReplays(redis, options)
  const logged = (delivery: Sent) =>
    log.debug({ ...loggedIds(delivery), replay_of: delivery.replayOf }, 'delivery accepted')
  return {
    ...replays,
    replay: async (delivery, how) => {
      const sent = await replays.replay({ ownerId: await findOwner(db, delivery.hookId), ...delivery }, how)
      if (sent.outcome === 'kept') logged({ ...delivery, id: sent.id })
      return sent
    },
    replayAll: async (id, order) =>
      replays.replayAll(id, { ownerId: await findOwner(db, order.hookId), ...order }),
    send: async delivery => {
      const sent = await replays.send({ ownerId: await findOwner(db, delivery.hookId), ...delivery })
      if (sent.outcome === 'kept') logged(delivery)
      return sent
    },
  }
}
