import { useEffect, useState } from 'react'
import { type Trouble, type User, whoAmI } from './api.js'
import { Failure, Loading } from './parts/states.js'
import { LogIn } from './screens/log-in.js'
import { TeamScreen } from './screens/team.js'

type Visitor = 'being asked' | 'nobody' | { user: User } | { trouble: Trouble }

/** Who is there decides what there is to see: the log-in or the team. */
export function App() {
  const [visitor, setVisitor] = useState<Visitor>('being asked')
  useEffect(() => {
    if (visitor === 'being asked') askWhoIsThere().then(setVisitor)
  }, [visitor])

  if (visitor === 'being asked') return <Loading what="Posthorn" />
  if (visitor === 'nobody') return <LogIn onLoggedIn={user => setVisitor({ user })} />
  if ('trouble' in visitor)
    return (
      <Failure trouble={visitor.trouble}>
        <button type="button" onClick={() => setVisitor('being asked')}>
          Try again
        </button>
      </Failure>
    )
  return <TeamScreen me={visitor.user} onSessionOver={() => setVisitor('nobody')} />
}

async function askWhoIsThere(): Promise<Visitor> {
  const { value, trouble } = await whoAmI()
  if (value) return { user: value }
  return trouble.status === 401 ? 'nobody' : { trouble }
}
