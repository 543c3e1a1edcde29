import type { FirstPassword } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NewUserForm } from '../../accounts/new-user-form.js'
import { FirstPasswordField } from '../../accounts/reset-password.js'
import { teamsQuery } from '../../data/teams.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { SystemCrumb } from '../../system/system-crumb.js'
import { Button, buttonClasses } from '../../ui/button.js'

/** Creates an account and shows its first password. */
export function NewUserScreen() {
  const { data: teams, error, refetch } = useQuery(teamsQuery)
  const [made, setMade] = useState<FirstPassword>()
  usePageTitle('New user', 'System console')
  return (
    <Screen title="New user" before={<SystemCrumb to="/admin/users" name="Users" icon="users" />}>
      <Scroll>
        <div className="flex max-w-xl flex-col gap-6 p-4">
          {!teams && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the form" />)}
          {teams && !made && <NewUserForm teams={teams} onMade={setMade} />}
          {made && <Made made={made} onAgain={() => setMade(undefined)} />}
        </div>
      </Scroll>
    </Screen>
  )
}

function Made({ made, onAgain }: { made: FirstPassword; onAgain: () => void }) {
  const { id: user, username } = made.user
  return (
    <section aria-label="The new user" className="flex flex-col gap-4">
      <p role="status">
        <span className="font-medium">{username}</span> has an account now.
      </p>
      <FirstPasswordField made={made} />
      <div className="flex flex-wrap gap-2">
        <Link to="/admin/users/$user" params={{ user }} className={buttonClasses('primary')}>
          Open {username}
        </Link>
        <Button onClick={onAgain}>Create another</Button>
      </div>
    </section>
  )
}
