/* Loads a library of rules, named as its argument, and plays games with it as games.mjs does. What is asked comes
   as numbers on standard input, in the order in which they are read here (library_games.py writes them); out go,
   for each setting, a length and all that was computed. */

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t Length;
typedef int64_t Word;

/* --- the rules, as docs/libraries.md says that they are called ---------------------------------- */

typedef struct {
  Word (*random_games)(void *, Word *, Length, Word *, Length, Word *, Length, uint64_t, Word, int32_t);
  void (*setup)(void *, Word *, Length, Word *, Length);
  Word (*actor)(void *);
  Word (*legal)(void *, Word *, Length);
  void (*pick)(uint64_t *, uint64_t, Word);
  void (*scores)(void *, Word *, Length);
  void (*ranks)(void *, Word *, Length);
  void (*observe)(void *, Word, int16_t *, Length);
  void (*determinize)(void *, Word, Word *, Length);
  void (*apply)(void *, Word);
  Word (*broken)(void *);
  /* Results, states, tree, values, weights, settings, seat, key and seed; work, path and sums; the network; counts. */
  void (*tree_grow)(uint64_t *, void *, void *, void *, Length, Length, void *, Length, Length, Word *, Length, void *,
                    Length, Word, Word *, Length, uint64_t, void *, Length, Length, void *, Length, void *, Length,
                    void *, Length, void *, Length, Length, void *, Length, Length, void *, Length, Length, void *,
                    Length, Length, void *, Length, Length, void *, Length, void *, Length, void *, Length, Word, Word);
} Rules;

static void *named(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (!found) fprintf(stderr, "%s\n", dlerror()), exit(2);
  return found;
}

static Rules load(const char *file) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) fprintf(stderr, "%s\n", dlerror()), exit(2);
  return (Rules){
      .random_games = named(library, "random_games"),
      .setup = named(library, "setup"),
      .actor = named(library, "actor"),
      .legal = named(library, "legal"),
      .pick = named(library, "pick"),
      .scores = named(library, "scores"),
      .ranks = named(library, "ranks"),
      .observe = named(library, "observe"),
      .determinize = named(library, "determinize"),
      .apply = named(library, "apply"),
      .broken = named(library, "broken"),
      .tree_grow = named(library, "tree_grow"),
  };
}

/* --- what is read and told ---------------------------------------------------------------------- */

enum { MOST_TOLD = 1 << 26, ARRAYS = 9 };

static uint8_t *told;
static size_t told_bytes;

static void *room(size_t bytes) {
  void *empty = calloc(bytes + 64, 1);
  if (!empty) fprintf(stderr, "no memory\n"), exit(2);
  return empty;
}

static Word number(void) {
  Word read;
  if (scanf("%" SCNd64, &read) != 1) fprintf(stderr, "a number is missing\n"), exit(2);
  return read;
}

typedef struct {
  Word n, *at;
} Words;

static Words words(void) {
  Words read = {.n = number()};
  read.at = room(8 * read.n);
  for (Word i = 0; i < read.n; i++) read.at[i] = number();
  return read;
}

static void tell(const void *from, size_t bytes) {
  if (told_bytes + bytes > MOST_TOLD) fprintf(stderr, "too much to tell\n"), exit(2);
  memcpy(told + told_bytes, from, bytes);
  told_bytes += bytes;
}

static void tell_signed(Word each) { told_bytes += (size_t)sprintf((char *)told + told_bytes, "%" PRId64 ",", each); }

static void tell_unsigned(uint64_t each) { told_bytes += (size_t)sprintf((char *)told + told_bytes, "%" PRIu64 ",", each); }

/* --- playing -------------------------------------------------------------------------------------- */

typedef struct {
  void *at;
  Length length[2];
} Array;

typedef struct {
  Words settings; /* floating-point numbers, by their bits */
  Array network[ARRAYS];
} Search;

static Rules rules;
static Words spans, weights;
static Word state_bytes, observation, choices, rows, columns, nodes, deepest, iterations, searches;
static Search search[8];
static uint8_t *state, *guess, *table;

static void tell_state(const uint8_t *from) {
  for (Word i = 0; i < spans.n; i += 2) tell(from + spans.at[i], (size_t)(spans.at[i + 1] - spans.at[i]));
}

static Search read_search(void) {
  Search read = {.settings = words()};
  for (int n = 0; n < ARRAYS; n++) {
    Array *array = read.network + n;
    Word bytes = number(), dimensions = number(), size = 1;
    for (Word i = 0; i < dimensions; i++) size *= array->length[i] = (Length)number();
    array->at = room((size_t)(bytes * size));
    for (Word i = 0; i < size; i++) {
      Word each = number();
      memcpy((uint8_t *)array->at + bytes * i, &each, (size_t)bytes); /* the lowest byte first */
    }
  }
  return read;
}

#define ROW(n) a[n].at, a[n].length[0]
#define GRID(n) ROW(n), a[n].length[1]

static void tell_search(Search *asked, Word seat, uint64_t seed, Word players) {
  void *tree = room(4 * nodes * columns), *totals = room(8 * nodes * players);
  void *work = room(8 * rows * choices), *path = room(8 * deepest), *sums = room(16 * players);
  uint64_t result[2];
  Word key[] = {3, 4};
  Array *a = asked->network;
  rules.tree_grow(result, guess, table, tree, nodes, columns, totals, nodes, players, weights.at, weights.n,
                  asked->settings.at, asked->settings.n, seat, key, 2, seed, work, rows, choices, path, deepest, sums,
                  2 * players, ROW(0), GRID(1), GRID(2), GRID(3), GRID(4), GRID(5), ROW(6), ROW(7), ROW(8), 1,
                  iterations);
  tell_signed((Word)result[0]);
  tell_unsigned(result[1]);
  tell(tree, (size_t)(4 * nodes * columns));
  tell(totals, (size_t)(8 * nodes * players));
  free(tree), free(totals), free(work), free(path), free(sums);
}

static void play(void) {
  Word players = number(), steps = number();
  Words options = words(), key = words();
  Word *out = room(8 * choices);
  told_bytes = 0;
  memset(state, 0, state_bytes);
  if (!steps) {
    tell_signed(rules.random_games(state, options.at, options.n, key.at, key.n, out, choices, 7, 1, 1));
    tell_state(state);
    return;
  }
  rules.setup(state, options.at, options.n, key.at, key.n);
  uint64_t seed = 1;
  Word actor;
  for (Word step = 0; step < steps && (actor = rules.actor(state)) >= 0; step++) {
    Word n = rules.legal(state, out, choices), seat = step % players, points[8] = {0}, places[8] = {0};
    uint64_t chosen[2];
    tell(out, 8 * n);
    rules.pick(chosen, seed, n);
    seed = chosen[1];
    tell_signed(actor);
    rules.scores(state, points, players);
    tell(points, 8 * players);
    rules.ranks(state, places, players);
    tell(places, 8 * players);
    int16_t *seen = room(2 * observation);
    rules.observe(state, seat, seen, observation);
    tell(seen, 2 * observation);
    free(seen);
    memcpy(guess, state, state_bytes);
    Word other[] = {(Word)seed, 5};
    rules.determinize(guess, seat, other, 2);
    tell_state(guess);
    if (step % 20 == 10) {
      memset(table, 0, state_bytes);
      for (Word i = 0; i < searches; i++) tell_search(search + i, seat, seed, players);
    }
    rules.apply(state, out[chosen[0]]);
  }
  tell_state(state);
  tell_signed(rules.broken(state));
}

int main(int n, char **given) {
  (void)n;
  rules = load(given[1]);
  told = room(MOST_TOLD);
  state_bytes = number(), observation = number(), choices = number();
  rows = number(), columns = number(), nodes = number(), deepest = number(), iterations = number();
  spans = words(), weights = words();
  state = room(state_bytes), guess = room(state_bytes), table = room(state_bytes);
  searches = number();
  for (Word i = 0; i < searches; i++) search[i] = read_search();
  for (Word plays = number(); plays > 0; plays--) {
    play();
    fwrite(&told_bytes, 8, 1, stdout);
    fwrite(told, 1, told_bytes, stdout);
  }
}
