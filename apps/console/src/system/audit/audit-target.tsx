import type { AuditEntryObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { lastTeam } from '../../layout/last-places.js'

type Target = AuditEntryObject['target']

const linkClasses = 'font-medium hover:underline'

/** The object of an entry, with a link to its page if there is one. */
export function AuditTargetName({ target: { type, id, name } }: { target: Target }) {
  switch (type) {
    case 'user':
      return (
        <Link to="/admin/users/$user" params={{ user: id }} className={linkClasses}>
          {name}
        </Link>
      )
    case 'team':
      return (
        <Link to="/admin/teams/$team" params={{ team: id }} className={linkClasses}>
          {name}
        </Link>
      )
    case 'hook':
      return (
        <Link to="/admin/hooks" search={{ find: name }} className={linkClasses}>
          {name}
        </Link>
      )
    case 'app':
      return <AppLink id={id} name={name} />
    default:
      return <span className="font-medium">{name}</span>
  }
}

/** An application's page is in a team. */
function AppLink({ id, name }: Pick<Target, 'id' | 'name'>) {
  const team = lastTeam()
  if (team === '') return <span className="font-medium">{name}</span>
  return (
    <Link to="/$team/integrations/apps/$app" params={{ team, app: id }} className={linkClasses}>
      {name}
    </Link>
  )
}
