"""The lean policy and buffer compute what sb3-contrib's do, and nothing illegal or unfinite."""

import numpy as np
import pytest

from fracas.training.config import Net, Ppo
from fracas.training.learner import make_learner, network_of

torch = pytest.importorskip("torch")
torch.set_num_threads(1)


@pytest.fixture
def learner(battles):
    """Return a learner on the duel."""
    from fracas.training.vec_env import FracasVecEnv

    def make(steps=16, minibatch=32, epochs=2, n=8, seed=1, **more):
        env = FracasVecEnv(battles(n, **more))
        ppo = Ppo(battles=n, steps=steps, minibatch=minibatch, epochs=epochs)
        model = make_learner(env, ppo, Net(layers=[16]), np.random.SeedSequence(seed))
        _, callback = model._setup_learn(0)
        model.set_logger(pytest.importorskip("stable_baselines3.common.logger").configure(None, []))
        return model, lambda: model.collect_rollouts(
            model.env, callback, model.rollout_buffer, steps
        )

    return make


def given(model, logits):
    """Make the policy give these logits, whatever it sees."""
    with torch.no_grad():
        model.policy.action_net.weight.zero_()
        model.policy.action_net.bias.copy_(torch.as_tensor(logits))


def test_C1_big_logits_and_a_single_legal_row(learner) -> None:
    model, _ = learner()
    rows = model.action_space.n
    rng = np.random.default_rng(0)
    seen = torch.zeros(rows, *model.observation_space.shape)
    masks = np.eye(rows, dtype=bool)
    for size in (50, 5000):
        given(model, rng.choice([-size, size], rows).astype(np.float32))
        taken, values, logs = model.policy(seen, action_masks=masks)
        assert (taken.numpy() == np.arange(rows)).all()
        assert torch.allclose(logs, torch.zeros(rows))
        _, logs, entropy = model.policy.evaluate_actions(seen, taken, action_masks=masks)
        (logs.sum() + entropy.sum() + values.sum()).backward()
        assert torch.allclose(entropy, torch.zeros(rows))
        assert all(torch.isfinite(p.grad).all() for p in model.policy.parameters())


def test_the_numbers_are_those_of_sb3_contribs_distribution(learner) -> None:
    from sb3_contrib.common.maskable.distributions import MaskableCategorical

    model, _ = learner()
    rows = model.action_space.n
    rng = np.random.default_rng(1)
    given(model, rng.normal(0, 5, rows).astype(np.float32))
    masks = rng.random((64, rows)) < 0.1
    masks[:, 3] = True
    seen = torch.zeros(64, *model.observation_space.shape)
    taken, _, logs = model.policy(seen, action_masks=masks)
    theirs = MaskableCategorical(
        logits=model.policy.action_net.bias.detach().expand(64, -1), masks=masks
    )
    assert torch.allclose(logs, theirs.log_prob(taken), atol=1e-5)
    _, again, entropy = model.policy.evaluate_actions(seen, taken, action_masks=masks)
    assert torch.allclose(again, logs, atol=1e-6)
    assert torch.allclose(entropy, theirs.entropy(), atol=1e-5)


def test_rows_are_drawn_as_often_as_their_probability_says(learner) -> None:
    model, _ = learner()
    rows = model.action_space.n
    logits = np.zeros(rows, np.float32)
    logits[:3] = np.log([1, 2, 7])
    given(model, logits)
    masks = np.zeros((50_000, rows), bool)
    masks[:, :3] = True
    taken, _, _ = model.policy(
        torch.zeros(len(masks), *model.observation_space.shape), False, masks
    )
    counts = np.bincount(taken.numpy(), minlength=rows) / len(masks)
    assert counts == pytest.approx([0.1, 0.2, 0.7] + [0] * (rows - 3), abs=0.01)
    best, _, _ = model.policy(torch.zeros(1, *model.observation_space.shape), True, masks[:1])
    assert int(best) == 2


def test_predict_without_masks_is_refused(learner) -> None:
    model, _ = learner()
    seen = model.env.reset()
    with pytest.raises(ValueError, match="needs action_masks"):
        model.predict(seen)
    rows, _ = model.predict(seen, action_masks=model.env.action_masks())
    assert model.env.action_masks()[np.arange(8), rows].all()


def test_C23_log_probabilities_are_those_of_the_stored_masks(learner) -> None:
    model, rollout = learner()
    rollout()
    buffer = model.rollout_buffer
    assert buffer.action_masks.dtype == np.bool_
    seen = 0
    for batch in buffer.get(32):
        legal = batch.action_masks.gather(1, batch.actions)
        assert bool(legal.all())
        _, logs, _ = model.policy.evaluate_actions(
            batch.observations, batch.actions.flatten(), batch.action_masks
        )
        assert torch.allclose(logs, batch.old_log_prob, atol=1e-5)
        seen += len(logs)
    assert seen == 16 * 8


def test_every_decision_is_learned_from_once_an_epoch(learner) -> None:
    model, rollout = learner()
    rollout()
    buffer = model.rollout_buffer
    buffer.returns[:] = np.arange(16 * 8).reshape(16, 8)
    marks = torch.cat([batch.returns for batch in buffer.get(50)])
    assert sorted(marks.tolist()) == list(range(16 * 8))


@pytest.mark.parametrize("minibatch", [2, 3, 43, 127, 128, 1000])
def test_C29_no_minibatch_is_a_single_decision_and_nothing_turns_nan(learner, minibatch) -> None:
    """sb3 would leave 1 of 43 * 3 decisions over: its advantage divided by a spread of NaN."""
    model, rollout = learner(steps=43, n=3, minibatch=minibatch)
    rollout()
    sizes = [len(batch.returns) for batch in model.rollout_buffer.get(minibatch)]
    assert min(sizes) >= 2
    assert sum(sizes) == 129
    model.train()
    assert all(torch.isfinite(p).all() for p in model.policy.parameters())


def test_B1_the_stored_reward_of_a_win_is_the_winners(learner) -> None:
    model, rollout = learner(steps=256)
    results = []
    count = model.env.battles._count

    def noted(k, cut):
        results.append((k, count(k, cut)))
        return results[-1][1]

    model.env.battles._count = noted
    rollout()
    buffer = model.rollout_buffer
    starts = np.vstack([buffer.episode_starts[1:], model._last_episode_starts[None]])
    for k in range(8):
        stored = buffer.rewards[starts[:, k] == 1, k].tolist()
        assert stored == [result for battle, result in results if battle == k]
        assert (buffer.rewards[starts[:, k] == 0, k] == 0).all()
    assert {result for _, result in results} == {1.0, 0.0, -1.0}


def test_the_exported_network_gives_the_policys_numbers(learner) -> None:
    model, rollout = learner()
    rollout()
    model.train()
    network = network_of(model, "relu")
    seen = model.rollout_buffer.observations.reshape(-1, network.n_floats)
    masks = model.rollout_buffer.action_masks.reshape(-1, network.n_rows)
    values, logits = model.policy._evaluate(torch.from_numpy(seen), masks)
    chances = network.probabilities(seen, masks.astype(np.int8))
    assert np.abs(chances - logits.softmax(1).detach().numpy()).max() < 1e-5
    assert np.abs(network.evaluate(seen)[1] - values.detach().numpy()[:, 0]).max() < 1e-5
    before = network.digest()
    rollout()
    model.train()
    assert network.digest() == before
    assert network_of(model, "relu").digest() != before


def test_the_processs_generators_are_left_alone(learner) -> None:
    mine, theirs = torch.get_rng_state(), np.random.get_state()[1].copy()  # noqa: NPY002
    model, rollout = learner()
    rollout()
    model.train()
    assert (torch.get_rng_state() == mine).all()
    assert (np.random.get_state()[1] == theirs).all()  # noqa: NPY002


def test_D8_neighbouring_seeds_share_no_weights(learner) -> None:
    digests = {network_of(learner(seed=seed)[0], "relu").digest() for seed in (1, 2, 3)}
    assert len(digests) == 3
    assert network_of(learner(seed=1)[0], "relu").digest() in digests


@pytest.mark.slow
def test_training_is_about_as_fast_as_a_loop_written_by_hand() -> None:
    """Rollouts of both take turns, the best of each counts: other load hits both."""
    from fracas.training.bench_learner import compare

    found = compare("undead/alley", Ppo(), Net(), seconds=8)
    assert found["training"]["decisions/s"] > 0.7 * found["by hand"]["decisions/s"]
