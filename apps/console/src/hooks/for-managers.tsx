import type { HookObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hookTitle } from '../data/hooks.js'
import { useMe } from '../data/session.js'
import { useTeam } from '../data/teams.js'
import { userQuery } from '../data/users.js'
import { usePageTitle } from '../layout/page-title.js'
import { Loading } from '../server/states.js'
import { EmptyState } from '../ui/states.js'
import { useIsTeamAdmin } from './edit/administer-hook.js'
import { AllHooksLink } from './hook-error.js'
import { HookFacts } from './hook-summary.js'

/** Shows its content to the hook's creator and to administrators. Other members see the hook's facts, and whom to ask. */
export function ForManagers({ hook, children }: { hook: HookObject; children: ReactNode }) {
  const isCreator = useMe().id === hook.user_id
  const isAdmin = useIsTeamAdmin()
  if (isCreator || isAdmin) return children
  return isAdmin === undefined ? <Loading what="the webhook" /> : <ReadOnlyHook hook={hook} />
}

function ReadOnlyHook({ hook }: { hook: HookObject }) {
  const team = useTeam()
  const { data: creator } = useQuery(userQuery(hook.user_id))
  const name = creator ? `@${creator.username}` : 'its creator'
  usePageTitle(hookTitle(hook), team.display_name)
  return (
    <>
      <HookFacts hook={hook} />
      <EmptyState
        icon="lock"
        title={`Only ${name} and team administrators can manage this webhook`}
        actions={<AllHooksLink />}
      >
        <p>They see its deliveries and settings. Ask one of them if something needs to change.</p>
      </EmptyState>
    </>
  )
}
