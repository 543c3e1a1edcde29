import type { DeliveryOutcome } from '@posthorn/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshDeliveries } from '../../data/deliveries.js'
import { isSettled, replayQuery, settledIn } from '../../data/replays.js'
import { useTeam } from '../../data/teams.js'
import { countOf } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'
import { FormError } from '../../server/states.js'
import { IconButton } from '../../ui/button.js'
import { ProgressBar } from '../../ui/charts/progress-bar.js'
import { useHistory } from '../use-history.js'

/** The progress of a replay of many deliveries, and its result. */
export function ReplayPanel({ replay }: { replay: string }) {
  const team = useTeam()
  const { id: hook, list } = useHistory()
  const client = useQueryClient()
  const navigate = useNavigate({ from: list })
  const { data, error } = useQuery(replayQuery({ team: team.id, hook, replay }))
  const isOver = data !== undefined && isSettled(data)
  useEffect(() => {
    if (isOver) void refreshDeliveries(client, hook)
  }, [isOver, client, hook])
  return (
    <section
      aria-label="Replay"
      className="mx-4 mt-4 flex shrink-0 items-center gap-2 rounded-lg border border-line bg-well py-2 pr-2 pl-4"
    >
      <div className="min-w-0 flex-auto">
        {error && !data && <FormError error={error} />}
        {data && !isOver && <ProgressBar label="Replaying" done={settledIn(data)} total={data.total} />}
        <p role="status">{isOver && <Result {...data} />}</p>
      </div>
      <IconButton
        icon="x"
        label="Hide the replay"
        onClick={() => void navigate({ search: ({ replay: _, ...rest }) => rest })}
      />
    </section>
  )
}

/** What became of the replayed deliveries, in the order of the result. */
const resultWords = [
  ['posted', 'posted'],
  ['replied', 'replied'],
  ['updated', 'updated'],
  ['collapsed', 'counted as repeats'],
  ['superseded', 'superseded by newer deliveries'],
  ['skipped', 'skipped'],
  ['rejected', 'rejected again'],
] as const

type ResultProps = { sent: number } & Record<DeliveryOutcome, number>

function Result({ sent, ...counts }: ResultProps) {
  const shown = resultWords.filter(([outcome]) => counts[outcome] > 0 || outcome === 'posted')
  return (
    <>
      <span className="font-medium">{countOf(sent, 'delivery', 'deliveries')} replayed:</span>{' '}
      {shown.map(([outcome, words]) => `${formatNumber(counts[outcome])} ${words}`).join(', ')}.
    </>
  )
}
