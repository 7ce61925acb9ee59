const TABLE = Array.from({ length: 60 }, (_, at) => `    (${at}, ${at * at}),`).join('\n')

/** What takes more than letters to be shown: formulas, marks above and below the line, keys, and what is folded. */
export const formulas = String.raw`# A falling stone

After $t$ seconds it has fallen $s = \tfrac{1}{2} g t^2$, so that it hits the ground of a well of depth $h$ after

$$
t = \sqrt{\frac{2h}{g}}
$$

A stopwatch for this costs $5 to $10, a good one US$30–$40. Water is H<sub>2</sub>O; the unit of $g$ is m/s<sup>2</sup>. Press <kbd>Space</kbd> to stop it.

- [x] drop the stone
- [ ] listen

<details>
<summary>Where the root comes from</summary>

From \(s = h\) follows

\[
h = \frac{1}{2} g t^2
\]

</details>

${'```python'}
SQUARES = [
${TABLE}
]
${'```'}

That was all.
`
