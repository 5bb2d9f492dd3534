'use strict';

// Brings what is live up to date every two seconds while the page is seen. Without this script the page is the same, and stands still.
const EVERY = 2000;
const live = document.getElementById('live');
const freshness = document.getElementById('freshness');

async function refresh() {
    if (document.hidden || live.contains(document.activeElement) && document.activeElement.tagName === 'A') {
        return;
    }
    try {
        const answer = await fetch('/ui?part=live', {cache: 'no-store'});
        if (answer.ok) {
            replace(await answer.text());
            say('Live; every ' + EVERY / 1000 + ' s.');
        } else {
            say('The server answers ' + answer.status + '; trying again.');
        }
    } catch (failure) {
        say('The server does not answer; trying again.');
    }
}

// Where somebody has scrolled a table sideways, it stays so.
function replace(markup) {
    const scrolled = [...live.querySelectorAll('.wide')].map(table => table.scrollLeft);
    live.innerHTML = markup;
    live.querySelectorAll('.wide').forEach((table, i) => { table.scrollLeft = scrolled[i] || 0; });
}

function say(words) {
    if (freshness.textContent !== words) {
        freshness.textContent = words;
    }
}

say('Live; every ' + EVERY / 1000 + ' s.');
setInterval(refresh, EVERY);
