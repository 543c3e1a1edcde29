import { Link } from '@tanstack/react-router'
import { useTeam } from '../../data/teams.js'
import { locale } from '../../format/locale.js'
import { buttonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { EmptyState } from '../../ui/states.js'
import { useIsTeamAdmin } from '../edit/administer-hook.js'

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

/** A link for people who may create hooks. It is shorter next to a title on narrow screens. */
export function NewHookLink({ isByTitle = false }) {
  const { name: team } = useTeam()
  return (
    <Link to="/$team/integrations/incoming/new" params={{ team }} className={buttonClasses('primary')}>
      <Icon name="plus" />
      <span>
        New<span className={isByTitle ? 'max-md:sr-only' : ''}> webhook</span>
      </span>
    </Link>
  )
}

/** Explains that only administrators may do this, and whom to ask. */
export function OnlyAdmins({ administrators }: { administrators: string[] }) {
  return (
    <EmptyState icon="lock" title="Only administrators can create webhooks">
      <p>
        “Restrict managing integrations to administrators” is on. Ask{' '}
        {administrators.length > 0
          ? new Intl.ListFormat(locale, { type: 'disjunction' }).format(
              administrators.map(name => `@${name}`),
            )
          : 'an administrator'}{' '}
        to create one for you, or to turn it off.
      </p>
    </EmptyState>
  )
}
