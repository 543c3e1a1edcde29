import { type SubmitEvent, useState } from 'react'
import { goTo, useAddress } from '../address.js'
import { logIn, type Trouble, type User } from '../api.js'

/** Leads on to what the URL shows, when that is in the team that was named. */
export function LogIn({ onLoggedIn }: { onLoggedIn: (user: User) => void }) {
  const { team: shown } = useAddress()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [team = '', loginId = '', password = ''] = ['team', 'login_id', 'password'].map(field =>
      String(form.get(field)),
    )
    setBusy(true)
    const answer = await logIn(team.trim(), loginId.trim(), password)
    setBusy(false)
    if (answer.trouble) return setTrouble(answer.trouble)
    if (team.trim() !== shown) goTo(`/${encodeURIComponent(team.trim())}`, 'replace')
    onLoggedIn(answer.value)
  }

  return (
    <main className="log-in">
      <form method="post" onSubmit={submit}>
        <img src="/favicon.svg" alt="" width="48" height="48" />
        <h1>Log in to Posthorn</h1>
        <label htmlFor="team">Team name</label>
        <input id="team" name="team" defaultValue={shown} autoCapitalize="none" spellCheck={false} required />
        <label htmlFor="login_id">User name or e-mail</label>
        <input
          id="login_id"
          name="login_id"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <label htmlFor="password">Password</label>
        <input id="password" name="password" type="password" autoComplete="current-password" required />
        <p className="refused" role="alert">
          {trouble?.message}
        </p>
        <button type="submit" disabled={busy}>
          {busy ? 'Logging in …' : 'Log in'}
        </button>
      </form>
    </main>
  )
}
