import { EmptyState } from '../../ui/states.js'
import { useIsTeamAdmin } from '../edit/administer-hook.js'
import { NewHookLink } from './new-hook-link.js'

/** Shown if a search finds no hooks. */
export function NoHooksFound({ find }: { find: string }) {
  return (
    <EmptyState title={find ? `No webhooks match “${find}”` : 'No webhooks have this status'}>
      <p>Choose All, or search for something else. The search covers titles, channels and creators.</p>
    </EmptyState>
  )
}

/** Shown if there are no hooks yet. Members see only their own. */
export function NoHooks() {
  const isAdmin = useIsTeamAdmin()
  const title = isAdmin ? 'No webhooks yet' : 'You have no webhooks in this team yet'
  return (
    <EmptyState icon="webhook" title={title} actions={<NewHookLink />}>
      <p>
        A webhook is a URL that a program posts to: Grafana, a build, a five-line script. Each payload becomes
        a message in a channel.
      </p>
      {isAdmin === false && <p>Only team administrators see the webhooks of all members.</p>}
    </EmptyState>
  )
}
