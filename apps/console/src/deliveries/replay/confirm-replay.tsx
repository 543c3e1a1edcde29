import { useQuery } from '@tanstack/react-query'
import { useTeam } from '../../data/current-team.js'
import { replayableQuery } from '../../data/replays.js'
import { formatNumber } from '../../format/locale.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'
import { useHistory } from '../use-history.js'
import { useReplayAll, type WantedReplay } from './use-replay-all.js'

/** Counts the deliveries to replay, and replays them. */
export function ConfirmReplay({ replayKey, filter, onClose }: WantedReplay & { onClose: () => void }) {
  const team = useTeam()
  const { id: hook } = useHistory()
  const { data, error } = useQuery(replayableQuery({ team: team.id, hook }, filter))
  const replay = useReplayAll({ replayKey, filter }, onClose)
  const count = data && `${formatNumber(data.count)}${data.is_whole ? '' : ' or more'}`
  return (
    <Modal
      title={`Replay all ${filter.outcome} deliveries`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={replay.isPending}
            disabled={!data || data.count === 0}
            onClick={() => replay.mutate()}
          >
            Replay {count}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        {!data && !error && <p className="text-quiet">Counting…</p>}
        {data?.count === 0 && (
          <p>There is nothing to replay. Deliveries that were already replayed are left out.</p>
        )}
        {data && data.count > 0 && (
          <>
            <p>
              {count} {data.count === 1 ? 'delivery' : 'deliveries'}
              {filter.text && ` with “${filter.text}” in the payload`} will be sent again unchanged, oldest
              first.
            </p>
            <Expected outcome={filter.outcome} />
            <p className="text-quiet">
              Deliveries that were already replayed are left out, and so are new ones. The replay continues
              when you leave this page.
            </p>
          </>
        )}
        {(error ?? replay.error) && <FormError error={error ?? replay.error} />}
      </div>
    </Modal>
  )
}

/** What becomes of replays of these outcomes. */
function Expected({ outcome }: { outcome: WantedReplay['filter']['outcome'] }) {
  if (outcome === 'collapsed')
    return (
      <p>If the webhook still counts repeats, each message becomes one new post, which counts its own.</p>
    )
  if (outcome === 'superseded')
    return <p>Newer deliveries have set these posts, so the replays will change nothing either.</p>
  return null
}
