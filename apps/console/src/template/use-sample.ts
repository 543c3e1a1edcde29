import { useQuery } from '@tanstack/react-query'
import { deliveryQuery, latestDeliveryQuery } from '../data/deliveries.js'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { refusedSamplesQuery } from '../data/trials.js'
import { formatTime } from '../format/time.js'

/** JSON to build a template from: that of a refused call or of a delivery. `own` is what the user writes. */
export type SampleOption = { id: string; label: string }

/**
 * Returns the JSON to choose from and the chosen one. `wanted`: `refused-<request>`, a delivery's id, or `own`. By default, it
 * is the latest refused call, or else the latest delivery.
 */
export function useSample(wanted: string | undefined) {
  const team = useTeam()
  const hook = useHook()
  const ofHook = { team: team.id, hook: hook.id }
  const refused = useQuery(refusedSamplesQuery(ofHook))
  const latest = useQuery(latestDeliveryQuery(ofHook))
  const samples = refused.data ?? []
  const isNamed = wanted !== undefined && /^[a-z0-9]{26}$/.test(wanted)
  const deliveryId = isNamed ? wanted : latest.data?.id
  const delivery = useQuery({
    ...deliveryQuery({ ...ofHook, delivery: deliveryId ?? '' }),
    enabled: deliveryId !== undefined,
  })
  const options: SampleOption[] = [
    ...samples.map(({ at, request_id }) => option(`refused-${request_id}`, 'Refused call', at)),
    ...(delivery.data
      ? [option(delivery.data.id, isNamed ? 'Delivery' : 'Latest delivery', delivery.data.create_at)]
      : []),
    { id: 'own', label: 'Your own JSON' },
  ]
  const chosen = options.find(({ id }) => id === wanted)?.id ?? options[0]?.id ?? 'own'
  const sample = samples.find(({ request_id }) => chosen === `refused-${request_id}`)
  return {
    options,
    chosen,
    /** Undefined for the user's own. */
    payload: chosen === 'own' ? undefined : (sample?.payload ?? delivery.data?.payload),
    isLoading: refused.isLoading || latest.isLoading || delivery.isLoading,
    error: refused.error ?? latest.error ?? delivery.error,
  }
}

function option(id: string, what: string, at: number): SampleOption {
  return { id, label: `${what}, ${formatTime(at, 'seconds')}` }
}
