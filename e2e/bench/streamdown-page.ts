import { createElement, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Streamdown } from 'streamdown'

/** In the page of `measureStreamdown`: each piece is rendered, and the end of the text is in view. */
function Growing() {
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    window.append = (piece) => setText((before) => before + piece)
  }, [])
  useLayoutEffect(() => {
    const view = document.querySelector('main')
    if (view && text) view.scrollTop = view.scrollHeight
  }, [text])
  return createElement(Streamdown, null, text)
}

const place = document.querySelector('article')
if (!place) throw new Error('the page is not there')
createRoot(place).render(createElement(Growing))
