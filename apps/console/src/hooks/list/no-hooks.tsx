import { EmptyState } from '../../ui/states.js'
import { NewHookLink } from './new-hook-link.js'

/** In the place of hooks, where a search finds none. */
export function NoHooksFound({ find }: { find: string }) {
  return (
    <EmptyState title={`No webhook has “${find}” in it`}>
      <p>Titles, channels and creators are searched.</p>
    </EmptyState>
  )
}

/** In the place of hooks, where there are none yet. */
export function NoHooks() {
  return (
    <EmptyState icon="webhook" title="No webhooks yet" actions={<NewHookLink />}>
      <p>
        A webhook is an address that a program posts to: Grafana, a build, a script of five lines. What it
        sends becomes a message in a channel.
      </p>
    </EmptyState>
  )
}
