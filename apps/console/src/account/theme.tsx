import { useState } from 'react'
import { Part } from '../layout/part.js'
import { segmentClasses } from '../ui/charts/segments.js'
import { chooseTheme, chosenTheme, type Theme } from '../ui/theme.js'

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
