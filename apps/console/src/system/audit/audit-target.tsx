import type { AuditEntryObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { lastTeam } from '../../layout/last-places.js'
import { namesIn, peopleParts, storageParts } from '../settings/setting-parts.js'
import { integrationSwitches } from '../switches-form.js'
import { fieldWords } from './audit-words.js'

type Target = AuditEntryObject['target']

/** Looks like the sentence around it, with a line that says that it leads somewhere. */
export const auditLinkClasses =
  'font-medium underline decoration-edge underline-offset-2 hover:decoration-current'

/** The object of an entry, with a link to its page if there is one. */
export function AuditTargetName({ target: { type, id, name, place } }: { target: Target }) {
  switch (type) {
    case 'user':
      return (
        <Link to="/admin/users/$user" params={{ user: id }} className={auditLinkClasses}>
          {name}
        </Link>
      )
    case 'team':
      return (
        <Link to="/admin/teams/$team" params={{ team: id }} className={auditLinkClasses}>
          {name}
        </Link>
      )
    case 'team_member':
      return <MemberLink id={id} name={name} />
    case 'hook':
      if (!place) return <Unlinked name={name} />
      return (
        <Link
          to="/$team/integrations/incoming/$hook"
          params={{ team: place.team, hook: id }}
          className={auditLinkClasses}
        >
          {name}
        </Link>
      )
    case 'channel':
      if (!place) return <Unlinked name={name} />
      return (
        <Link
          to="/$team/channels/$channel"
          params={{ team: place.team, channel: place.channel }}
          className={auditLinkClasses}
        >
          {name}
        </Link>
      )
    case 'settings':
      return <SettingLinks names={name.split(', ')} />
    case 'app':
      return <AppLink id={id} name={name} />
    default:
      return <Unlinked name={name} />
  }
}

/** A name whose page is gone, or that has none. */
function Unlinked({ name }: { name: string }) {
  return <span className="font-medium">{name}</span>
}

/** A membership has no page, but its user has. Its id consists of those of team and user. */
function MemberLink({ id, name }: Pick<Target, 'id' | 'name'>) {
  const [, user = ''] = id.split('/')
  return (
    <Link to="/admin/users/$user" params={{ user }} className={auditLinkClasses}>
      {name}
    </Link>
  )
}

/** Settings, each with a link to its screen. */
function SettingLinks({ names }: { names: string[] }) {
  return names.map((name, at) => {
    const screen = screenOfSetting(name)
    return (
      <Fragment key={name}>
        {at > 0 && ', '}
        {screen ? (
          <Link to={screen} title={name} className={auditLinkClasses}>
            {fieldWords(name)}
          </Link>
        ) : (
          <Unlinked name={name} />
        )}
      </Fragment>
    )
  })
}

/** An application's page is in a team. */
function AppLink({ id, name }: Pick<Target, 'id' | 'name'>) {
  const team = lastTeam()
  if (team === '') return <Unlinked name={name} />
  return (
    <Link to="/$team/integrations/apps/$app" params={{ team, app: id }} className={auditLinkClasses}>
      {name}
    </Link>
  )
}

/** The settings of each screen of the system console. */
const settingsOf = {
  '/admin/integrations/custom': integrationSwitches.map(({ name }) => name),
  '/admin/people': namesIn(peopleParts),
  '/admin/storage': [...namesIn(storageParts), 'PostDays'],
  '/admin/limits': ['HookRate', 'ApiRate', 'MaximumLoginAttempts'],
} as const satisfies Record<string, readonly string[]>

type Screen = keyof typeof settingsOf

const screenOf = new Map<string, Screen>(
  Object.entries(settingsOf).flatMap(([screen, names]) => names.map(name => [name, screen as Screen])),
)

/** Returns the address of the screen with a setting; undefined for settings of newer servers. */
export function screenOfSetting(name: string): Screen | undefined {
  return screenOf.get(name)
}
