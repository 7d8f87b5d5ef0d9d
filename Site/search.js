// Searches the sections of the pages and the symbols of the libraries, which search-index.js lists.
// An entry is [title, page or kind, address, text].
'use strict';

const MAXIMUM = 50;
const input = document.querySelector('main input');
const list = document.querySelector('.results');
const status = document.querySelector('.status');

/** Returns how well an entry fits the words; 0 if it lacks one of them. Pages explain more than symbols do. */
function score([title, context, address, text], words) {
  let sum = address.startsWith('api/') ? 0 : 30;
  for (const word of words) {
    const name = title.toLowerCase();
    if (name === word) sum += 100;
    else if (name.startsWith(word)) sum += 40;
    else if (name.includes(word)) sum += 20;
    else if (context.toLowerCase().includes(word)) sum += 5;
    else if (text.toLowerCase().includes(word)) sum += 1;
    else return 0;
  }
  const phrase = words.join(' ');
  const isPhrase = words.length > 1 && [title, text].some((part) => part.toLowerCase().includes(phrase));
  return isPhrase ? sum + 30 : sum;
}

/** Appends text to an element, with the words marked. */
function appendMarked(element, text, words) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  text.split(new RegExp(`(${escaped.join('|')})`, 'gi')).forEach((part, index) => {
    if (index % 2 === 0) return element.append(part);
    const mark = document.createElement('mark');
    mark.append(part);
    element.append(mark);
  });
}

/** Returns the part of a text around the words, or around the first of them that it contains. */
function excerpt(text, words) {
  const place = [words.join(' '), ...words].map((word) => text.toLowerCase().indexOf(word)).find((place) => place >= 0);
  const start = Math.max(0, (place ?? 0) - 60);
  return (start > 0 ? '…' : '') + text.slice(start, start + 200) + (start + 200 < text.length ? '…' : '');
}

function resultItem([title, context, address, text], words) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  appendMarked(link, title, words);
  const place = document.createElement('small');
  place.append(context);
  const summary = document.createElement('p');
  appendMarked(summary, excerpt(text, words), words);
  item.append(link, ' ', place, summary);
  return item;
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = !words.length ? [] : siteIndex
    .map((entry, order) => ({ entry, order, score: score(entry, words) }))
    .filter((result) => result.score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order);
  list.replaceChildren(...found.slice(0, MAXIMUM).map((result) => resultItem(result.entry, words)));
  status.textContent = !words.length ? ''
    : found.length > MAXIMUM ? `${found.length} results; these ${MAXIMUM} fit best`
    : found.length === 1 ? '1 result' : `${found.length} results`;
}

input.value = new URLSearchParams(location.search).get('q') ?? '';
input.addEventListener('input', () => {
  history.replaceState(null, '', input.value ? `?q=${encodeURIComponent(input.value)}` : location.pathname);
  search();
});
search();
