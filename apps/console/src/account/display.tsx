import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveShowsReplies, useShowsReplies } from '../data/preferences.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { FormError } from '../server/states.js'
import { segmentClasses } from '../ui/charts/series.js'
import { Toggle } from '../ui/forms/toggle.js'
import { chooseTheme, chosenTheme, type Theme } from '../ui/theme.js'

/** How channels look, in all of the user's browsers. */
export function DisplayPart() {
  const client = useQueryClient()
  const me = useMe()
  const stored = useShowsReplies()
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (shows: boolean) => saveShowsReplies(client, me.id, shows),
  })
  return (
    <Part title="Display" about="In all your browsers.">
      <Toggle
        label="Show replies in the channel"
        hint="If this is off, replies appear only in their thread. A link below the post opens it."
        checked={isPending ? variables : (stored ?? false)}
        onChange={mutate}
        disabled={stored === undefined}
      />
      {error && <FormError error={error} />}
    </Part>
  )
}

const themes: { theme: Theme; words: string }[] = [
  { theme: 'system', words: 'System' },
  { theme: 'light', words: 'Light' },
  { theme: 'dark', words: 'Dark' },
]

/** Chooses the theme of this browser. */
export function ThemePart() {
  const [chosen, setChosen] = useState(chosenTheme)
  return (
    <Part title="Theme" about="For this browser only.">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Theme</legend>
        {themes.map(({ theme, words }) => (
          <label
            key={theme}
            className={`${segmentClasses} relative has-checked:bg-pressed has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent`}
          >
            <input
              type="radio"
              className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
              name="theme"
              checked={chosen === theme}
              onChange={() => {
                chooseTheme(theme)
                setChosen(theme)
              }}
            />
            {words}
          </label>
        ))}
      </fieldset>
    </Part>
  )
}
