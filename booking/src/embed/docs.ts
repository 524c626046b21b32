/** The script of the page about embedding: copies snippets, and logs the events of the examples. */

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const text = document.getElementById(button.dataset['copies'] ?? '')?.textContent ?? '';
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
  });
}

for (const name of ['daybook:ready', 'daybook:scheduled']) {
  addEventListener(name, (event) => {
    const line = document.createElement('li');
    line.textContent = `${name} ${JSON.stringify((event as CustomEvent).detail)}`;
    document.getElementById('event-log')?.append(line);
  });
}
