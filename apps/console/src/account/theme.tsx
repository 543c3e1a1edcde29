import { useState } from 'react'
import { chooseTheme, chosenTheme, type Theme } from '../layout/theme.js'
import { Part } from './part.js'

const themes: { theme: Theme; words: string }[] = [
  { theme: 'system', words: 'As the system' },
  { theme: 'light', words: 'Light' },
  { theme: 'dark', words: 'Dark' },
]

/** Light or dark, in this browser. */
export function ThemePart() {
  const [chosen, setChosen] = useState(chosenTheme)
  return (
    <Part title="Theme" about="In this browser.">
      <fieldset className="flex flex-wrap gap-4">
        <legend className="sr-only">Theme</legend>
        {themes.map(({ theme, words }) => (
          <label key={theme} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
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
