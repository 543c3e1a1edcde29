import { EmptyState } from '../../ui/states.js'
import { NewHookLink } from './new-hook-link.js'

/** Shown if a search finds no hooks. */
export function NoHooksFound({ find }: { find: string }) {
  return (
    <EmptyState title={`No webhooks match “${find}”`}>
      <p>The search covers titles, channels and creators.</p>
    </EmptyState>
  )
}

/** Shown if there are no hooks yet. */
export function NoHooks() {
  return (
    <EmptyState icon="webhook" title="No webhooks yet" actions={<NewHookLink />}>
      <p>
        A webhook is a URL that a program posts to: Grafana, a build, a five-line script. Each payload becomes
        a message in a channel.
      </p>
    </EmptyState>
  )
}
